class bounds<T extends Number> { bounds<String> b; }
