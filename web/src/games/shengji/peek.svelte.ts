/** Whether the last trick is looked at again: as long as its key is held. */
export const peek = $state({ open: false });
