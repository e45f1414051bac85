// numbers beside the pictures, no hints at prompts, accepts only "roll"/"stay" and "again"/"exit"; name asked, Enter to begin, screen cleared
#include <iostream>
#include <string>
#include <cstdlib>
#include <ctime>
using namespace std;
int roll(){return rand()%6+1;}
string row(int f,int r,char c){string s(5,' ');bool l=0,m=0,R=0;
 if(r==1){m=f%2;l=R=f==6;}else{l=r==0?f>1:f>3;R=r==0?f>3:f>1;}
 if(l)s[0]=c;if(m)s[2]=c;if(R)s[4]=c;return s;}
void die(const char*n,int f,char c){cout<<n<<" ("<<f<<")\n/-------\\\n";for(int r=0;r<3;r++)cout<<"| "<<row(f,r,c)<<" |\n";cout<<"\\-------/\n";}
bool ask(const string&q,const string&y,const string&n){string a;for(;;){cout<<q;if(!getline(cin,a))exit(0);if(a==y)return true;if(a==n)return false;cout<<"Please type '"<<y<<"' or '"<<n<<"'.\n";}}
int main(){srand(time(nullptr)^(long)&main);string name;cout<<"What is your name? ";getline(cin,name);cout<<"Hi "<<name<<"! Press Enter to start ";string x;getline(cin,x);
 do{cout<<"\033[2J\033[H";int cs=0;for(int i=1;i<=3;i++){int a=roll(),b=roll();cs+=a+b;cout<<"Computer, throw "<<i<<" of 3, ";die("one die",a,'*');}
  int ts=0;for(;;){int r=roll(),a=roll(),b=roll();cout<<"Your throw:\n";die("red",r,'@');die("white",a,'*');die("white",b,'*');
   if(r==1&&a!=1&&b!=1){ts=0;cout<<"Red 1! Score of this throw: 0, your total is reset to 0\n";break;}
   int s=a+b;if(a==r&&b==r)s*=3;else if(a==r||b==r)s*=2;ts+=s;
   cout<<"Base "<<a+b<<", multiplier "<<s/(a+b)<<", score of this throw: "<<s<<", your total: "<<ts<<"\n";
   if(!ask("What now? ","roll","stay"))break;}
  cout<<name<<"'s total is "<<ts<<" and the computer's total is "<<cs<<".\n";
  if(ts>cs)cout<<name<<" wins the game\n";else if(ts<cs)cout<<"The computer wins the game\n";else cout<<"The game ends in a tie\n";
 }while(ask("And now? ","again","exit"));
 cout<<"Goodbye, "<<name<<"\n";}
