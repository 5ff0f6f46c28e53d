class static_type_variable<T> { static T t; }
