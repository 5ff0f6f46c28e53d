class enum_new { enum E { A } Object o = new E(); }
