import random
def cara(n,p):
    g=[[' ']*3 for _ in range(3)]
    if n%2: g[1][1]=p
    if n>1: g[0][0]=g[2][2]=p
    if n>3: g[0][2]=g[2][0]=p
    if n==6: g[1][0]=g[1][2]=p
    return ['╔═══════╗']+['║ '+' '.join(x)+' ║' for x in g]+['╚═══════╝']
def lado(l):
    for t in zip(*l): print('   '.join(t))
d=lambda: random.randint(1,6)
print('Bienvenido al juego de dados')
while 1:
    c=0; vis=[]
    for i in range(3):
        x,y=d(),d(); c+=x+y; vis.append(x)
    print('Dados visibles del ordenador:')
    lado([cara(v,'●') for v in vis])
    t=0
    while 1:
        r,a,b=d(),d(),d()
        print('Tu tirada (rojo, blanco, blanco):')
        lado([cara(r,'●'),cara(a,'●'),cara(b,'●')])
        if r==1 and a!=1 and b!=1:
            t=0; print('¡Uno rojo! Pierdes todo. Tu total es 0.'); break
        s=a+b
        if r==a: s+=a+b
        if r==b: s+=a+b
        t+=s
        print(f'Puntos de esta tirada: {s}. Total acumulado: {t}.')
        if input('¿Quieres tirar otra vez? (s/n): ').strip()!='s': break
    print(f'Tu puntuación final: {t}'); print(f'Puntuación final del ordenador: {c}')
    print('¡Has ganado tú!' if t>c else 'Gana el ordenador.' if c>t else 'Empate.')
    if input('¿Jugar otra partida? (s/n): ').strip()!='s': print('¡Adiós!'); break
