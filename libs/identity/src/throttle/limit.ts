/** The decision of a limit about an attempt. `giveBack` removes the attempt from the count. */
export type Admission =
  | { readonly kind: 'admitted'; giveBack(): Promise<void> }
  | { readonly kind: 'waiting'; readonly seconds: number }

/**
 * A limit on failures. An attempt counts when it is admitted, so that concurrent attempts cannot exceed the limit
 * together.
 */
export interface Limit {
  admit(key: string): Promise<Admission>
}

/** C7.6. */
export const LONGEST_WAIT_SECONDS = 60

/** C7.6: whole seconds, at least one and at most sixty. */
export const createWait = (milliseconds: number): Admission => ({
  kind: 'waiting',
  seconds: Math.min(Math.max(Math.ceil(milliseconds / 1000), 1), LONGEST_WAIT_SECONDS),
})

/** Admits an attempt if every limit admits it. Otherwise it gives the earlier admissions back. */
export const admitAll = async (admissions: readonly (() => Promise<Admission>)[]): Promise<Admission> => {
  const taken: (() => Promise<void>)[] = []
  const giveBack = async (): Promise<void> => void (await Promise.all(taken.map((back) => back())))
  for (const admit of admissions) {
    const admission = await admit()
    if (admission.kind === 'waiting') {
      await giveBack()
      return admission
    }
    taken.push(() => admission.giveBack())
  }
  return { kind: 'admitted', giveBack }
}
