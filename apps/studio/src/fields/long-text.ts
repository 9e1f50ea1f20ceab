import type { Field } from '../api/model.ts'

/** Longer texts are what a record is about. */
const LONG = 20_000

/** Whether the editor of a text takes most of the height of a window. */
export const isLongText = ({ limits }: Field): boolean => Number(limits['maxLength'] ?? 0) > LONG
