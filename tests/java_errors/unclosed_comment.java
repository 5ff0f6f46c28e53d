class T { }
/* never closed
