interface RoundB { }
interface RoundA extends RoundB { }
