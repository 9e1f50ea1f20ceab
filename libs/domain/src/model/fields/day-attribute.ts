/**
 * The attribute with the midnight that begins the day of a date: `opensOn.day`. Conditions order dates by it, because the
 * record has a text, and texts have no order in a condition.
 */
export const nameDay = (attribute: string): string => `${attribute}.day`
