/* The functions of java.lang.StrictMath that java.lang.Math shares: fdlibm's results, to the last
 * bit. */
#pragma once

double strict_cbrt(double x);
double strict_hypot(double x, double y);
double strict_asin(double x);
double strict_acos(double x);
double strict_atan(double x);
double strict_atan2(double y, double x);
double strict_exp(double x); /* StrictMath's alone */
double strict_expm1(double x);
double strict_sinh(double x);
double strict_cosh(double x);
double strict_tanh(double x);
