#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <string.h>
/* Totals told as a sentence; red die marked with an R in its pips; no corners */
static int d(void){return 1+(int)(6.0*rand()/(RAND_MAX+1.0));}
static void rowp(int f,int r,char m){
  const char*t[7][3]={{0},{"     ","  p  ","     "},{"p    ","     ","    p"},{"p    ","  p  ","    p"},{"p   p","     ","p   p"},{"p   p","  p  ","p   p"},{"p   p","p   p","p   p"}};
  printf(" |");for(const char*s=t[f][r];*s;s++)putchar(*s=='p'?m:' ');printf("| ");}
static void show(int*f,const char*m,int n){
  for(int i=0;i<n;i++)printf("  -----  ");puts("");
  for(int r=0;r<3;r++){for(int i=0;i<n;i++)rowp(f[i],r,m[i]);puts("");}
  for(int i=0;i<n;i++)printf("  -----  ");puts("");}
int main(void){srand((unsigned)time(NULL));char buf[99];
 for(;;){int comp=0;printf("I am the computer and I will roll first.\n");
  int seen[3];for(int i=0;i<3;i++){seen[i]=d();int h=d();comp+=seen[i]+h;}
  show(seen,"***",3);printf("(three more dice of mine stay under the cup)\n");
  int total=0;
  for(;;){int v[3]={d(),d(),d()};printf("Here is what you rolled:\n");show(v,"R**",3);
   int s=v[1]+v[2];int k=1+(v[0]==v[1])+(v[0]==v[2]);
   if(v[0]==1&&k==1){total=0;printf("The red die shows a one and no white die does, so you are left with 0 points and your turn is over.\n");break;}
   s*=k;total+=s;printf("That is worth %d points, which brings you to %d points altogether.\n",s,total);
   printf("Roll once more, yes or no? ");fflush(stdout);if(!fgets(buf,99,stdin))return 0;if(buf[0]!='y')break;}
  printf("You finished with %d points and I finished with %d points.\n",total,comp);
  if(total>comp)printf("You are the winner, well done!\n");else if(total<comp)printf("I am the winner, better luck next time!\n");else printf("Nobody is ahead, so we call it a tie.\n");
  printf("Shall we play again, yes or no? ");fflush(stdout);if(!fgets(buf,99,stdin))return 0;if(buf[0]!='y')break;}
 return 0;}
