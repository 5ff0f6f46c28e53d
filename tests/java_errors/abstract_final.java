abstract final class T { }
