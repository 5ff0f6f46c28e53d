/** A hundred balls in a box for fifty steps; counts how often a wall is hit. */
final class Bounce extends Benchmark {
    private static final class Ball {
        private int x, y, xSpeed, ySpeed;

        Ball(Random16 random) {
            x = random.next() % 500;
            y = random.next() % 500;
            xSpeed = random.next() % 300 - 150;
            ySpeed = random.next() % 300 - 150;
        }

        boolean move() {
            x += xSpeed;
            y += ySpeed;
            boolean hits = false;
            if (x > 500) {
                x = 500;
                xSpeed = -Math.abs(xSpeed);
                hits = true;
            }
            if (x < 0) {
                x = 0;
                xSpeed = Math.abs(xSpeed);
                hits = true;
            }
            if (y > 500) {
                y = 500;
                ySpeed = -Math.abs(ySpeed);
                hits = true;
            }
            if (y < 0) {
                y = 0;
                ySpeed = Math.abs(ySpeed);
                hits = true;
            }
            return hits;
        }
    }

    long run() {
        long hits = 0;
        for (int i = 0; i < 100; i++) hits += play();
        return hits;
    }

    private static int play() {
        Random16 random = new Random16();
        Ball[] balls = new Ball[100];
        for (int i = 0; i < balls.length; i++) balls[i] = new Ball(random);
        int hits = 0;
        for (int step = 0; step < 50; step++)
            for (Ball ball : balls)
                if (ball.move()) hits++;
        return hits;
    }

    long answer() {
        return 100 * 1331;
    }

    public static void main(String[] arguments) {
        new Bounce().start(arguments);
    }
}
