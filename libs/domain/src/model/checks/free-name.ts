/** The first free name: one of the candidates, or the last of them with a number. */
export const findFree = (candidates: readonly string[], isTaken: (name: string) => boolean): string => {
  const free = candidates.find((name) => !isTaken(name))
  if (free !== undefined) return free
  let number = 2
  while (isTaken(`${candidates.at(-1)}${number}`)) number += 1
  return `${candidates.at(-1)}${number}`
}
