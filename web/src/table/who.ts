/** A person in a sentence. */
export interface Who {
  name: string;
  you: boolean;
}
