/**
 * Counts the positions that the legal moves of chess lead to (perft): castling, en passant, promotions. Known answers: 20,
 * 400, 8902, 197281 from the first position; 48, 2039, 97862 from the position that is known as Kiwipete.
 */
final class Chess extends Benchmark {
    private static final int PAWN = 1, KNIGHT = 2, BISHOP = 3, ROOK = 4, QUEEN = 5, KING = 6, OUTSIDE = 99;
    private static final int[] KNIGHT_STEPS = {-21, -19, -12, -8, 8, 12, 19, 21}, DIAGONALS = {-11, -9, 9, 11},
                               LINES = {-10, -1, 1, 10}, ALL = {-11, -10, -9, -1, 1, 9, 10, 11};

    /** Ten columns and twelve rows, the board in the middle: a step off the board is seen at once. White is positive. */
    private final int[] board = new int[120];
    private int side, passant;
    /** Bits: white king's, white queen's, black king's, black queen's side. */
    private int castling;

    private Chess position(String fen) {
        java.util.Arrays.fill(board, OUTSIDE);
        int square = 21;
        int at = 0;
        for (; fen.charAt(at) != ' '; at++) {
            char c = fen.charAt(at);
            if (c == '/') square += 2;
            else if (c >= '1' && c <= '8')
                for (int i = '0'; i < c; i++) board[square++] = 0;
            else board[square++] = (Character.isUpperCase(c) ? 1 : -1) * (" pnbrqk".indexOf(Character.toLowerCase(c)));
        }
        side = fen.charAt(at + 1) == 'w' ? 1 : -1;
        castling = 0;
        for (at += 3; at < fen.length() && fen.charAt(at) != ' '; at++) {
            int right = "KQkq".indexOf(fen.charAt(at));
            if (right >= 0) castling |= 1 << right;
        }
        passant = 0;
        return this;
    }

    private boolean isAttacked(int square, int by) {
        for (int step : KNIGHT_STEPS)
            if (board[square + step] == by * KNIGHT) return true;
        for (int step : ALL)
            if (board[square + step] == by * KING) return true;
        int back = by * 10; /* white pawns stand on higher squares than what they attack */
        if (board[square + back - 1] == by * PAWN || board[square + back + 1] == by * PAWN) return true;
        return slides(square, DIAGONALS, by * BISHOP, by * QUEEN) || slides(square, LINES, by * ROOK, by * QUEEN);
    }

    private boolean slides(int square, int[] steps, int piece, int queen) {
        for (int step : steps) {
            int to = square + step;
            while (board[to] == 0) to += step;
            if (board[to] == piece || board[to] == queen) return true;
        }
        return false;
    }

    private int king(int color) {
        for (int square = 21; square < 99; square++)
            if (board[square] == color * KING) return square;
        throw new IllegalStateException("no king");
    }

    private static final class Moves {
        final int[] from = new int[256], to = new int[256], promotion = new int[256];
        int count;

        void add(int start, int end, int piece) {
            from[count] = start;
            to[count] = end;
            promotion[count++] = piece;
        }
    }

    private void addPawn(Moves moves, int from, int to) {
        boolean isLast = side > 0 ? to < 29 : to > 90;
        for (int piece = isLast ? KNIGHT : 0; piece <= (isLast ? QUEEN : 0); piece++) moves.add(from, to, piece * side);
    }

    private boolean isEnemy(int square) {
        return board[square] != OUTSIDE && board[square] * side < 0;
    }

    private void pawnMoves(Moves moves, int from) {
        int ahead = from - 10 * side;
        if (board[ahead] == 0) {
            addPawn(moves, from, ahead);
            boolean isFirst = side > 0 ? from > 80 : from < 39;
            if (isFirst && board[ahead - 10 * side] == 0) moves.add(from, ahead - 10 * side, 0);
        }
        for (int to = ahead - 1; to <= ahead + 1; to += 2)
            if (isEnemy(to) || to == passant && passant != 0) addPawn(moves, from, to);
    }

    private void pieceMoves(Moves moves, int from, int[] steps, boolean isSlider) {
        for (int step : steps) {
            int to = from + step;
            for (; board[to] == 0; to += step) {
                moves.add(from, to, 0);
                if (!isSlider) break;
            }
            if (isEnemy(to)) moves.add(from, to, 0);
        }
    }

    private void castlingMoves(Moves moves, int from) {
        int rights = side > 0 ? castling : castling >> 2;
        if ((rights & 3) == 0 || isAttacked(from, -side)) return;
        if ((rights & 1) != 0 && board[from + 1] == 0 && board[from + 2] == 0 && !isAttacked(from + 1, -side))
            moves.add(from, from + 2, 0);
        if ((rights & 2) != 0 && board[from - 1] == 0 && board[from - 2] == 0 && board[from - 3] == 0
            && !isAttacked(from - 1, -side))
            moves.add(from, from - 2, 0);
    }

    private Moves moves() {
        Moves moves = new Moves();
        for (int from = 21; from < 99; from++) {
            int piece = board[from];
            if (piece == OUTSIDE) continue;
            switch (piece * side) {
            case PAWN: pawnMoves(moves, from); break;
            case KNIGHT: pieceMoves(moves, from, KNIGHT_STEPS, false); break;
            case BISHOP: pieceMoves(moves, from, DIAGONALS, true); break;
            case ROOK: pieceMoves(moves, from, LINES, true); break;
            case QUEEN: pieceMoves(moves, from, ALL, true); break;
            case KING:
                pieceMoves(moves, from, ALL, false);
                castlingMoves(moves, from);
                break;
            default: break;
            }
        }
        return moves;
    }

    private static int lostRights(int square) {
        switch (square) {
        case 95: return 3;
        case 98: return 1;
        case 91: return 2;
        case 25: return 12;
        case 28: return 4;
        case 21: return 8;
        default: return 0;
        }
    }

    private long count(int depth) {
        if (depth == 0) return 1;
        long sum = 0;
        Moves moves = moves();
        for (int i = 0; i < moves.count; i++) sum += tryMove(moves.from[i], moves.to[i], moves.promotion[i], depth);
        return sum;
    }

    private long tryMove(int from, int to, int promotion, int depth) {
        int piece = board[from], captured = board[to], oldPassant = passant, oldCastling = castling, rookFrom = 0, taken = 0;
        board[from] = 0;
        board[to] = promotion != 0 ? promotion : piece;
        if (piece == side * PAWN && to == oldPassant && to != 0) taken = to + 10 * side;
        if (taken != 0) board[taken] = 0;
        if (piece == side * KING && Math.abs(to - from) == 2) rookFrom = to > from ? from + 3 : from - 4;
        if (rookFrom != 0) {
            board[rookFrom] = 0;
            board[(from + to) / 2] = side * ROOK;
        }
        passant = piece == side * PAWN && Math.abs(to - from) == 20 ? (from + to) / 2 : 0;
        castling &= ~(lostRights(from) | lostRights(to));
        long sum = 0;
        if (!isAttacked(king(side), -side)) {
            side = -side;
            sum = count(depth - 1);
            side = -side;
        }
        board[from] = piece;
        board[to] = captured;
        if (taken != 0) board[taken] = -side * PAWN;
        if (rookFrom != 0) {
            board[(from + to) / 2] = 0;
            board[rookFrom] = side * ROOK;
        }
        passant = oldPassant;
        castling = oldCastling;
        return sum;
    }

    long run() {
        long first = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -").count(4);
        return first + position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -").count(3);
    }

    long answer() {
        return 197281 + 97862;
    }

    public static void main(String[] arguments) {
        new Chess().start(arguments);
    }
}
