# The computer's dice in words, players' dice unicode pips, hidden dice revealed at the end in pictures
import random
W=['','one','two','three','four','five','six']
G={1:'    o    ',2:'o       o',3:'o   o   o',4:'o o   o o',5:'o o o o o',6:'o oo oo o'}
def pic(f,m):
    g=G[f].replace('o',m)
    return ['┏━━━━━┓']+['┃ '+g[i*3:i*3+3]+' ┃' for i in range(3)]+['┗━━━━━┛']
def row(l):
    print('\n'.join(' '.join(x) for x in zip(*l)))
def roll(): return random.randrange(6)+1
def game():
    shown=[roll() for _ in range(3)]; hid=[roll() for _ in range(3)]
    for i,n in zip(shown,('first','second','third')):
        print(f'The computer rolled. One die of the {n} roll:'); row([pic(i,'○')])
    score=0
    while True:
        red,a,b=roll(),roll(),roll()
        print('\nYou rolled one red (filled) and two white dice:')
        row([pic(a,'○'),pic(b,'○'),pic(red,'●')])
        if red==1 and a!=1 and b!=1:
            score=0; print('You have lost all your points: your score is zero.'); break
        pts=(a+b)*{0:1,1:2,2:3}[(red==a)+(red==b)]
        score+=pts
        print(f'+{pts} points -> score {score}')
        while True:
            x=input('Type "go" to roll or "end" to finish: ')
            if x in('go','end'): break
        if x=='end': break
    print("The computer's hidden dice were:"); row([pic(i,'○') for i in hid])
    comp=sum(shown)+sum(hid)
    print(f"Computer: {sum(shown)} shown + {sum(hid)} hidden = {comp}"); print(f'You: {score}')
    print('Congratulations!' if score>comp else 'The computer is the winner.' if comp>score else 'It is a draw.')
while True:
    game()
    if input('Once more? y/n ')!='y': break
