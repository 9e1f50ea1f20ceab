const separate = (name: string): string =>
  /[a-z]/.test(name) ? name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ') : name.replaceAll('_', ' ')

/** C17.9: a name in words: `Starts at` for `startsAt`, `Blog post` for `BlogPost`, `In review` for `IN_REVIEW`. */
export const writeLabel = (name: string): string => {
  const words = separate(name).toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
