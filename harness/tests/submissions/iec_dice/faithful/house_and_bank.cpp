#include <iostream>
#include <random>
#include <string>
#include <vector>
using namespace std;
// ANSI red frame, rounded box drawing, columns with labels over them
mt19937 g(random_device{}());
int d(){return uniform_int_distribution<int>(1,6)(g);}
const char* P[7][3]={{},{"   "," o ","   "},{"  o","   ","o  "},{"  o"," o ","o  "},{"o o","   ","o o"},{"o o"," o ","o o"},{"o o","o o","o o"}};
void show(vector<pair<int,bool>> v){
  string R="\033[31m",Z="\033[0m";
  for(auto&x:v)cout<<(x.second?R:"")<<"╭─────╮"<<(x.second?Z:"")<<"  ";cout<<"\n";
  for(int r=0;r<3;r++){for(auto&x:v)cout<<(x.second?R:"")<<"│ "<<P[x.first][r]<<" │"<<(x.second?Z:"")<<"  ";cout<<"\n";}
  for(auto&x:v)cout<<(x.second?R:"")<<"╰─────╯"<<(x.second?Z:"")<<"  ";cout<<"\n";}
int main(){ int ch;
 do{ int comp=0;
  for(int i=1;i<=3;i++){int a=d(),b=d();comp+=a+b;cout<<"House roll no. "<<i<<"\n";show({{a,false}});}
  int bank=0; bool on=true;
  while(on){int r=d(),a=d(),b=d();cout<<"--- player ---\n";show({{a,false},{r,true},{b,false}});
   int cur=a+b; if(r==a&&r==b)cur*=3;else if(r==a||r==b)cur*=2;else if(r==1){cur=0;bank=0;on=false;}
   bank+=cur;
   cout<<"Round: "<<cur<<" | Bank: "<<bank<<"\n";
   if(on){cout<<"[1] roll\n[2] stand\n> ";if(!(cin>>ch))return 0;on=ch==1;}
  }
  cout<<"=====================\n Player | House\n "<<bank<<" | "<<comp<<"\n=====================\n";
  cout<<(bank>comp?"PLAYER WINS":bank<comp?"HOUSE WINS":"DRAW")<<"\n";
  cout<<"[1] new game\n[2] quit\n> "; if(!(cin>>ch))return 0;
 }while(ch==1);
}
