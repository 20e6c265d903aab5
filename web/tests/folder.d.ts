export function newFolder(): string;
export function removeFolder(folder: string): void;
