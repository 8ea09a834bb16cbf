"""The tables of lines98_worth, as tools/learn_lines98.py printed them."""

TABLES = {
    "line": (
        "c-lQy33yFs8h-zC(r8PRsA(%|EJ13Sh^j_4wu*EZf|NmZC?2K+X>2LY3>l3G37U*dEWxDKXo)2RLo7iOS?p1@w5r6ub&B5mzw?@Tp2>ZZ+;h)4"
        "|M}kaznkbFpYiZR9EV{T7h)rS<P6rsXG~!j!dZYCsA(plwKJY|u#7p}#A<jR*I6Ha90h;&V;|n&1SX*_BXJ4)b<_q+*?><u7_ChdW*ci}pbc_R"
        "6CcpesfkNogCKO{dN$%f&NnXCqNj;tKD%NZI$<tKk;AE2gs<2g;W%d^*`7N%g8gh`ZbdTu@hR%!04w<(T4}ELFa!apveusCR2CV_G05N_>{|F>"
        "J3YL@7jTAyaENQzNSISGSf8EZCC=kA2H_&x7#DAvzUC+AERXYbt@g9#`;K4p1edS|jtKEu`k|CwY-S8I=%p`u;d}05p}1*l68VA&byo9DaS(zO"
        "RyZB-Z^tkOsp4k@=hFuhIY6uDFqXeTD6E)HM}I~j58b&5i?QE?qXq9sgAM$W1$xe91`5MRjN>u>7QgUi6mkmV>C5dp?`QnQQ2|GCI7jhkCbK18"
        "muAaxTIl>xz%H8n0&i-SKk=VzjkD})mhv@IVuIa0Y>t(T*0Xc@gb#G@M4>vv1N=SHh3g%YqQ4)rO8D<FnsZphNmwGLCYe!AZ#<N4U-KYy-A1Uy"
        "Fbp!gHN$Cs&f2DwrBW=CyLg-ZutrRJc$l5>2^O*hJ$c`3lb51&w#qie2(A;J&FstBdh$BmdsfP9))l?^z^-LB6XnlzPSa<Ld5EdHvoo3rsh8jL"
        "v1WgyXU6g>UqU(8vVy<ERW>jW_==f@-HwCin1)q2%%Av>0aEQByepOCaZq=kk^;p%&!sxo6b?#+bf2dF&|KzpjB`_j>P76<G?}i81QUp>Vs<?P"
        "IFl<Frp$aRwN{JoD`Mjp9+7t{<o?H8fixa7!BW9jI@cG&^TkT4e&@+miQF$g=IYK0`D`+S_;)e9iznsDbp8KQoJ?R3b^;I~of~NVeZn{n27Be5"
        ";W|2@JRau1@DeHzjq2`wmMOc*>@Anp!W2{}pMm%Q-_W1EaG9CriR~b*9_px^J<tbFc!W2_NEW8LV=+tEE4hWkok$cRmtA>Zj%dMNj4&VDyX=N<"
        "HTfZ3b5gwJ;igo*BE4djEgvULxLTr<@^D3SMj=GWy25fMh@o|2tU%nKVjYHXh#YqkH*A1X)j<3%XJfgfLQc&W7ganbEq>%kY?VHR%wjua(p5jT"
        "G-WKtaO64#;_e-Ibk_+zYX(2jD#zrXGLGg&mf1-2GIofevuuw<eUc!T1WVJ_7;B9C9Va7LZBxzxKB-8sqY>mh)w9ow@3UgMgkMPWS_l-6UN#X+"
        "8PcK{3G8TgGRwS*yUJ*VU0@T%T@<e~$CmJKT*+JNlRM&k9>0;c$EEQ)F2X!JUe||VHD@UytHsG0p=_)Ud#qOuL(Cmzp+5R+=KbRAIIGMKE=LTL"
        "otCJFll18QU2###YjWKi*vH{=*cRcwrK|s!;LaE%pQK2iMI2zJGt!i}Az02i(seT9e8RLw3lnK(s7w0r6}8z=q1vVHh*57oLv)7En?JLa`u7Nj"
        "n5m35pYuaywl1#e`sv)mJh8onV>JJKxxFQlxl#Hg@gvRFLmG`hwvuv${WVuFxoNLBIV{Y3)R&F1fko&k*VI5e3}CUa>}3aaK{XSMQSKJFa_kHQ"
        "ako;OD=qWI$_e#!7wLb9Z>z5ksuN4u5iRhpcsL+k2AeE)H=p@*L3NZPUH%F1c@_EI7?X!kvA+Oeh|p{+wBkTb8qa&WraH2<6XdWN?laVs^Sa3p"
        "0)HhoN&CYB&2>%LX(}C)l*IEoN|Kw7a+|trfqYi11YS~xH}WgJU&wKqYO6f!VTmSeg7u6s#d`0nY-UTL0-f({eqdYUn3e7y@vhpdx>=@c&&hAK"
        "F+tg1!tvUtHY*>WqO1I|Srhr<S2h%Tsahl1B=IfN?73vbbElefF!%ceVyKNZ$4n-6>FIBCl?_&tbw{2uF<ZNEy14AGju?i0a^D5sw%f#0d+qLX"
        "m7@x2c|l&kr<{-ETzO}f=3J)NBdK?no#f&W`6pfo2Z+HubyV_y`>II0N4ECWdUyj7!d0xDZxT+3jV$HA(yZck6W|<wuDK~xf8S=VH%<+3Q|t9p"
        "Gc?2ojOKW@(6@;kp-V#<hsx9a)dq{y%x#?<HpCF$P&qGM%|4%HzVB;?oaR_JR1-(pk=~*35z_4(tR9{qloP~}iyo}~Y)?{ZV=>UQ!WgA8l_Ts-"
        "b^chpL+!9rnt^|nHihb|nM|W2Zu6}VI!NI(VH+d|hcj6Jry&EU(ZCEd6ZxxFT&KMnxMAk#d&L<WWiNZ9y|ug-J@-9-@f`IW^rU$@dZ&07d#yLz"
        "R@!GNX@WI)gc$RKdC`e>&O5i9*W5UFw)=&f>8^JZ+!#03?dH~XYq%xODrdUW%6Vjp%q-K{)HX+viqUHO+ww@7cIEeZ*%n)mjj(m>8vEG$mbZp&"
        "ZKrx-Jk!|D?s<y;|Fo_4A1Ls?cK"
    ),
    "square": (
        "c-rk!$&JG>3>-U3oH+M=-{)U-Y#XX$>QEb7himdia8`$7V7GvHV2UJ$LlPkH1sP?zjK1S6H_&+|j4hyY{EP9<kx>yD`+P-_FY2-qw6(ef_0oJ("
        "Fp<avlTcS%|F_=v4Sc>1{4(E7q^wl|!|8_gj_GU_WbQW5-u^0_IQ3^#wui4RpU~Em_6>JZ!S7dBWt^IPWu)z-y~y=*wbBDV7xKA~KQE-}BM>n{"
        "%osJ+ASh609St^+FhP?|wAez*6m7QAVFz7y(PIyN_A%f9Lk=<G2xE>h;RI7oG2;w#&avPEOD?hE3Tv*h;Rai7vEvSV?s4D&M;>wF31^;h;RRP-"
        "apMhl-tpiA_yMl}Q&s"
    ),
    "block": (
        "c-rk!*R8`a3_LqZoH)JrUjH@6TSIf)99rYe;h7u@NmTp{yal3zD3T(NBtYP&fQ+(SM!#{E8|XrRSw<GGc=^qb&a)D<mAVA==KRB8ERhK&A+NUj"
        "C*Ri%{CFMc<#^YTvQh;RjyKGAkxo`Y=57M*&9B0aQ@=-LYxvx<fVP^nZ#a_*uAg1yacuJKk+zcdELYFvN)O2K-H`8w{Ieldhd{&#F=NzNgP=g2"
        "bu`#O!URn=(P9fJQ?%JehaGg;MUOr7*~fqb3^~MzBaAu5gcD3T#f&q|ImdzvEV;yrE3CQ3h8t|T#g04dxyOMA9C^fvC!Bf4g%@0T#f>-IdB=kf"
        ";0gE=DkJ"
    ),
}
