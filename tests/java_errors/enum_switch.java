class enum_switch { enum E { A } void m(E e) { switch (e) { case B: } } }
