/* The functions of java.lang.StrictMath: fdlibm's results, to the last bit. */
#ifndef RUNTIME_STRICT_MATH_H
#define RUNTIME_STRICT_MATH_H

/* java.lang.Math's are other ones, which may differ in the last bit. */
double strict_exp(double x);
double strict_log(double x);
double strict_log10(double x);
double strict_pow(double x, double y);
double strict_sin(double x);
double strict_cos(double x);
double strict_tan(double x);

/* java.lang.Math's too. */
double strict_cbrt(double x);
double strict_hypot(double x, double y);
double strict_asin(double x);
double strict_acos(double x);
double strict_atan(double x);
double strict_atan2(double y, double x);
double strict_expm1(double x);
double strict_log1p(double x);
double strict_sinh(double x);
double strict_cosh(double x);
double strict_tanh(double x);
double strict_remainder(double x, double y); /* IEEEremainder */

#endif
