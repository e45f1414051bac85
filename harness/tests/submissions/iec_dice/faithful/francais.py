import random

DESSINS = [[], [(1, 1)], [(0, 0), (2, 2)], [(0, 2), (1, 1), (2, 0)], [(0, 0), (0, 2), (2, 0), (2, 2)],
           [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)], [(i, j) for i in range(3) for j in (0, 2)]]


def dessiner(titres, valeurs):
    print('   '.join(f'{t:^9}' for t in titres))
    print('   '.join(['#########'] * len(valeurs)))
    for i in range(3):
        print('   '.join('# ' + ' '.join('O' if (i, j) in DESSINS[v] else ' ' for j in range(3)) + ' #' for v in valeurs))
    print('   '.join(['#########'] * len(valeurs)))


def oui(question):
    reponse = ''
    while reponse[:1] not in ('o', 'n') or not reponse:
        reponse = input(question + ' (oui/non) ')
    return reponse[0] == 'o'


rejouer = True
while rejouer:
    cache = 0
    print("Les dés de l'ordinateur :")
    visibles = [random.choice(range(1, 7)) for _ in range(3)]
    cache = sum(random.choice(range(1, 7)) for _ in range(3))
    dessiner(['ordi'] * 3, visibles)
    total = 0
    continuer = True
    while continuer:
        print('Les dés du joueur :')
        blanc1, blanc2, rouge = [random.choice(range(1, 7)) for _ in range(3)]
        dessiner(['blanc', 'blanc', 'ROUGE'], [blanc1, blanc2, rouge])
        if rouge == 1 and blanc1 > 1 and blanc2 > 1:
            total = 0
            print('Perdu, le total est de', total)
            continuer = False
        else:
            gain = (blanc1 + blanc2) * [1, 2, 3][(rouge == blanc1) + (rouge == blanc2)]
            total += gain
            print('Ce lancer :', gain, '/ total :', total)
            continuer = oui('Relancer les dés ?')
    ordi = sum(visibles) + cache
    print(f"Score du joueur : {total}")
    print(f"Score de l'ordinateur : {ordi}")
    if total > ordi:
        print('Le joueur gagne !')
    elif ordi > total:
        print("L'ordinateur gagne !")
    else:
        print('Égalité !')
    rejouer = oui('Rejouer une partie ?')
