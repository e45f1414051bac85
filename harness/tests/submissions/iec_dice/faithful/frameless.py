# No frame at all: each die stands alone between lines of words; the red one is named; score and total in one sentence
import random
D={1:"\n    *\n",2:"  *\n\n      *",3:"  *\n    *\n      *",4:"  *   *\n\n  *   *",5:"  *   *\n    *\n  *   *",6:"  *   *\n  *   *\n  *   *"}
def show(name,f):
    print(name+':'); print(D[f])
r=lambda: random.randint(1,6)
def yes(q):
    while True:
        a=input(q)
        if a in('yes','no'): return a=='yes'
while True:
    c=0
    for i in ('first','second','third'):
        a,b=r(),r(); c+=a+b
        show('Opponent, '+i+' roll',a)
    print('The other dice of the opponent remain secret.')
    t=0
    while True:
        red,a,b=r(),r(),r()
        show('Red die',red); show('White die',a); show('White die',b)
        if red==1 and a!=1 and b!=1:
            t=0; print('Ouch. Everything is gone and you are back to zero.'); break
        s=(a+b)*(1+(red==a)+(red==b)); t+=s
        print(f'This throw earned {s}, so you now have {t}.')
        if not yes('Throw again? '): break
    print(f'You collected {t} while the opponent collected {c}.')
    print('You have beaten the opponent!' if t>c else 'The opponent has beaten you.' if c>t else 'Both are equal.')
    if not yes('Another game? '): break
print('So long!')
