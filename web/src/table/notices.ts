/** Sentences the table says when something went wrong. */
export const MOVED_ON = "The table has changed since you clicked.";
export const NOT_SENT = "Not connected. Your last order was not sent.";
export const NOT_CONNECTED = "Not connected. Trying to reach the table again.";
