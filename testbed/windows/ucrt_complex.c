/* The C99 complex functions of ucrtbase.dll that Wine 8 lacks and NumPy imports, in the layout of MSVC. */
#include <complex.h>
typedef struct { double re, im; } D;
typedef struct { float re, im; } F;
static double complex in(D z) { double complex r; __real__ r = z.re; __imag__ r = z.im; return r; }
static double complex inf_(F z) { double complex r; __real__ r = z.re; __imag__ r = z.im; return r; }
static D out(double complex z) { D r = {__real__ z, __imag__ z}; return r; }
static F outf(double complex z) { F r = {(float)__real__ z, (float)__imag__ z}; return r; }
#define ONE(n) D s_##n(D z) { return out(n(in(z))); } D s_##n##l(D z) { return out(n(in(z))); } F s_##n##f(F z) { return outf(n(inf_(z))); }
#define REAL(n) double s_##n(D z) { return n(in(z)); } double s_##n##l(D z) { return n(in(z)); } float s_##n##f(F z) { return (float)n(inf_(z)); }
REAL(cabs) REAL(carg) REAL(cimag) REAL(creal)
ONE(cexp) ONE(clog) ONE(csqrt) ONE(csin) ONE(ccos) ONE(ctan) ONE(csinh) ONE(ccosh) ONE(ctanh)
ONE(casin) ONE(cacos) ONE(catan) ONE(casinh) ONE(cacosh) ONE(catanh) ONE(conj)
D s_cpow(D a, D b) { return out(cpow(in(a), in(b))); }
D s_cpowl(D a, D b) { return out(cpow(in(a), in(b))); }
F s_cpowf(F a, F b) { return outf(cpow(inf_(a), inf_(b))); }
