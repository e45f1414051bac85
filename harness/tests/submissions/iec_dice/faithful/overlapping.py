# Dice in overlapping columns with labels left, no frame corners; totals in a table below
import random
F={1:('     ','  @  ','     '),2:('@    ','     ','    @'),3:('@    ','  @  ','    @'),4:('@   @','     ','@   @'),5:('@   @','  @  ','@   @'),6:('@   @','@   @','@   @')}
def one(f,label,ind):
    pad=' '*ind
    print(pad+'.-----.')
    for i,row in enumerate(F[f]):
        print(pad+'|'+row+'|'+(f'  <- {label}' if i==1 else ''))
    print(pad+"'-----'")
r=lambda: random.choice(range(1,7))
again='yes'
while again.startswith('y'):
    c=0
    print("Computer's turn.")
    for i in range(3):
        a,b=r(),r(); c+=a+b
        one(a,'visible die of computer',2*i)
    t=0
    while True:
        red,w1,w2=r(),r(),r()
        print('Your turn.')
        one(red,'the red die',0); one(w1,'white die',3); one(w2,'white die',6)
        if red==1 and w1!=1 and w2!=1:
            t=0
            print('current score | total score'); print('            0 |           0'); break
        s=(w1+w2)
        if red==w1==w2: s*=3
        elif red in (w1,w2): s*=2
        t+=s
        print('current score | total score'); print(f'{s:13} | {t:11}')
        if not input('Do you want another roll? [yes/no] ').startswith('y'): break
    print('FINAL SCORES'); print(f'player   {t}'); print(f'computer {c}')
    print('The player wins' if t>c else 'The computer wins' if c>t else 'No winner this time')
    again=input('Do you want another game? [yes/no] ')
