import java.util.*;
/** Dice between brackets; summary in brackets; score words in capitals; press q to stop. */
class brackets {
  static Random g=new Random();
  static int d(){return g.nextInt(6)+1;}
  static String[] rows(int f,char p){
    String[] t={"   ","   ","   "};
    switch(f){case 1:t=new String[]{"   "," p ","   "};break;case 2:t=new String[]{"p  ","   ","  p"};break;case 3:t=new String[]{"p  "," p ","  p"};break;
    case 4:t=new String[]{"p p","   ","p p"};break;case 5:t=new String[]{"p p"," p ","p p"};break;case 6:t=new String[]{"p p","p p","p p"};break;}
    for(int i=0;i<3;i++)t[i]="[ "+t[i].replace('p',p)+" ]";
    return t;}
  static void show(int[] f,char[] p){for(int r=0;r<3;r++){StringBuilder s=new StringBuilder();for(int i=0;i<f.length;i++)s.append(rows(f[i],p[i])[r]).append("     ");System.out.println(s);}}
  public static void main(String[] a){
    Scanner in=new Scanner(System.in);
    do{
      int cpu=0;
      for(int i=1;i<=3;i++){int x=d(),y=d();cpu+=x+y;System.out.println("CPU ROLL #"+i);show(new int[]{x},new char[]{'O'});System.out.println();}
      int sum=0;
      while(true){
        int r=d(),x=d(),y=d();
        System.out.println("YOUR ROLL  (X = RED)");
        show(new int[]{x,y,r},new char[]{'O','O','X'});
        int m=1; if(r==x)m++; if(r==y)m++;
        if(r==1&&m==1){sum=0;System.out.println("SCORE = 0, TOTAL = 0. BUSTED!");break;}
        sum+=(x+y)*m;
        System.out.println("SCORE = "+(x+y)*m+", TOTAL = "+sum);
        System.out.print("PRESS R TO ROLL AGAIN OR S TO STOP: ");
        if(!in.nextLine().trim().equalsIgnoreCase("r"))break;
      }
      System.out.println("YOUR FINAL SCORE = "+sum); System.out.println("CPU FINAL SCORE = "+cpu);
      System.out.println(sum>cpu?"YOU WIN!!!":sum<cpu?"CPU WINS!!!":"TIE GAME!!!");
      System.out.print("PLAY AGAIN? (Y/N): ");
    }while(in.nextLine().trim().equalsIgnoreCase("y"));
    System.out.println("THANKS FOR PLAYING");
  }
}
