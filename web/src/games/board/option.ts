/** One of several moves with the same card: the field it leads to, drawn as a card, and how it is said. */
export interface Option {
  readonly move: string;
  readonly card: string;
  readonly text: string;
  /** The letter of the row from which a connection card leads. */
  readonly from?: string | undefined;
}
