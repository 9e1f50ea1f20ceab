import type { Reference } from '@content-service/authz'
import { fold, foldStart, lower } from './text-functions.ts'

/** The forms in which conditions compare a text. */
export const TEXT_FORMS: Readonly<Record<string, (text: string) => string>> = {
  fold: (text) => fold(text),
  foldStart: (text) => foldStart(text),
  lower: (text) => lower(text),
}

/** Stands in a filter in the place of a value that each request gives. No JSON of a client makes one. */
export class Slot {
  readonly #number: number

  constructor(number: number) {
    this.#number = number
  }

  /** The reference to the value, or to a form of it. */
  reference(form = ''): Reference {
    return { subject: `where ${this.#number}${form && ` ${form}`}` }
  }

  toJSON(): object {
    return { $: this.#number }
  }
}

export const isSlot = (value: unknown): value is Slot => value instanceof Slot

/** A form of a text, or the reference to it. */
export const convertText = (form: keyof typeof TEXT_FORMS & string, text: string | Slot): string =>
  // A condition takes a reference wherever it takes a text.
  isSlot(text) ? (text.reference(form) as unknown as string) : (TEXT_FORMS[form]?.(text) ?? text)

/** The value itself, or the reference to it. */
export const toOperand = (value: unknown): unknown => (isSlot(value) ? value.reference() : value)
