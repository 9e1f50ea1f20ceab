import type { LinkField } from '../fields/field.ts'

/**
 * C16.1: what the deletion of a record does to a link in a part: the part loses the link, or goes with it. Without the option,
 * a part keeps what is left of it if it can be without the link.
 */
export const findPartEffect = ({ isOptional, onDelete, isEffectGiven }: LinkField): 'clear' | 'cascade' => {
  if (isEffectGiven) return onDelete === 'cascade' ? 'cascade' : 'clear'
  return isOptional ? 'clear' : 'cascade'
}
