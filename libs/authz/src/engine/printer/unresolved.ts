import type { Reference } from '../conditions/condition.ts'

/** A condition that still asks about a subject cannot become a query. */
export const aboutSubject = () =>
  new TypeError('The condition is about a subject. Use policy.filter(subject, …).')

export const unresolved = (attribute: string, { subject }: Reference) =>
  new TypeError(
    `The condition compares "${attribute}" with "${subject}" of a subject. Use policy.filter(subject, …) to replace it with a value.`,
  )
