#ifndef GermanNumbers_h
#define GermanNumbers_h
#include <locale>
#include <string>

/** Numbers as a German program shows them, whether the system has that locale or not: decimal comma, dots between thousands. */
class GermanNumbers : public std::numpunct<char>
{
protected:
  char
  do_decimal_point() const override
  {
    return ',';
  }
  char
  do_thousands_sep() const override
  {
    return '.';
  }
  std::string
  do_grouping() const override
  {
    return "\3";
  }
};
#endif
