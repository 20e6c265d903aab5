/** Whether the last trick is looked at again: as long as its key is held, or from one press to the next. */
export const peek = $state({ open: false });
