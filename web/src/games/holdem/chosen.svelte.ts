/** Which pot of the hand that ended last is looked at: its five cards are outlined on the board and in the hands. */
export const chosen = $state({ key: "" });
