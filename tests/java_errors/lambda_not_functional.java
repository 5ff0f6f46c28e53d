class lambda_not_functional { Object o = () -> 1; }
