/* each place of a die has a frame of its own, separate lines for each number, menu without brackets */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define L 20
int die(){return rand()%6+1;}
void draw(int f,char c){
  int a[9]={0};if(f&1)a[4]=1;if(f>1)a[0]=a[8]=1;if(f>3)a[2]=a[6]=1;if(f==6)a[3]=a[5]=1;
  printf("  +---+---+---+\n");
  for(int r=0;r<3;r++){printf("  ");for(int k=0;k<3;k++)printf("| %c ",a[r*3+k]?c:' ');printf("|\n");
    printf("  +---+---+---+\n");}}
int main(){srand(time(0));int again=1;
 while(again){int cs=0;
  puts("*** COMPUTER ***");
  for(int i=0;i<3;i++){int v=die();cs+=v+die();printf("Roll %d:\n",i+1);draw(v,'*');}
  puts("*** PLAYER ***");int ps=0,go=1;
  while(go){int r=die(),x=die(),y=die();
   puts("Red die:");draw(r,'o');puts("First white die:");draw(x,'*');puts("Second white die:");draw(y,'*');
   int s=x+y;if(r==x&&r==y)s=3*s;else if(r==x||r==y)s=2*s;
   else if(r==1){puts("Turn over. Player total score is now 0");ps=0;break;}
   ps+=s;printf("Roll score:\n%d\n",s);printf("Player total score:\n%d\n",ps);
   puts("1. Roll the dice again\n2. Stop here");printf("Choice: ");fflush(stdout);int ch;if(scanf("%d",&ch)!=1)return 0;go=ch==1;}
  printf("Player final score: %d\nComputer final score: %d\n",ps,cs);
  puts(ps>cs?"Player wins":ps<cs?"Computer wins":"Tie");
  puts("1. Play another game\n2. Exit");printf("Choice: ");fflush(stdout);int ch;if(scanf("%d",&ch)!=1)return 0;again=ch==1;}
 return 0;}
