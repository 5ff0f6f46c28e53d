class T { }
}
