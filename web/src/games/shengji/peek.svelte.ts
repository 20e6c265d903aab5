/** Whether the last trick is shown again: as long as its key is held, or from one press to the next. */
export const peek = $state({ open: false });
