# Das IEC-Würfelspiel: Würfel untereinander, Augen als #, rot mit @.
from random import randrange

AUGEN = ["", "    #    ", "#       #", "#   #   #", "# #   # #", "# # # # #", "# ## ## #"]


def wuerfel(zahl, zeichen="#"):
    muster = {1: "000010000", 2: "100000001", 3: "100010001", 4: "101000101", 5: "101010101", 6: "101101101"}[zahl]
    print("+=======+")
    for i in range(0, 9, 3):
        print("| " + " ".join(zeichen if m == "1" else " " for m in muster[i:i + 3]) + " |")
    print("+=======+")


def frage(text):
    while True:
        antwort = input(text + " (j/n): ").lower()
        if antwort in ("j", "ja"):
            return True
        if antwort in ("n", "nein"):
            return False
        print("Bitte j oder n eingeben!")


def spiel():
    print("Der Computer würfelt dreimal. Ein Würfel ist jeweils sichtbar:")
    rechner = 0
    for _ in range(3):
        offen, verdeckt = randrange(1, 7), randrange(1, 7)
        wuerfel(offen)
        rechner += offen + verdeckt
    punkte = 0
    print("Du bist dran! Dein roter Würfel hat @ als Augen.")
    while True:
        rot, a, b = randrange(6) + 1, randrange(6) + 1, randrange(6) + 1
        wuerfel(rot, "@")
        wuerfel(a)
        wuerfel(b)
        if rot == 1 and a != 1 and b != 1:
            punkte = 0
            print("Pech gehabt, alle Punkte sind weg: 0 Punkte.")
            break
        wert = (a + b) * (1 + (a == rot) + (b == rot))
        punkte += wert
        print(f"Punkte in diesem Wurf: {wert}")
        print(f"Punkte insgesamt: {punkte}")
        if not frage("Nochmal würfeln?"):
            break
    print(f"Endstand: Computer {rechner} Punkte, du {punkte} Punkte.")
    if punkte > rechner:
        print("Du hast gewonnen!")
    elif punkte < rechner:
        print("Der Computer hat gewonnen!")
    else:
        print("Unentschieden.")


spiel()
while frage("Noch ein Spiel?"):
    spiel()
