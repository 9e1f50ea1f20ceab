/** The names of an account. */
interface AccountNames {
  readonly name: string
  readonly username: string
}

const MOST_CHARACTERS = 60
const LEFT_OUT = '…'

/** Mail programs make links of words such as https://x.example, www.x.example, x.example and a@x.example. */
const ADDRESS = /[@/\\]|:\S|www\.|[^\s.]\.\p{L}{2}/iu

const shorten = (text: string): string => {
  const characters = [...text]
  return characters.length > MOST_CHARACTERS
    ? `${characters.slice(0, MOST_CHARACTERS - 1).join('')}${LEFT_OUT}`
    : text
}

/** A name in a mail: in quotes, without addresses, at most 60 characters. Strangers choose names, and we send the mail. */
export const quoteName = (name: string): string => {
  const words = name.split(/\s+/).map((word) => (ADDRESS.test(word) ? LEFT_OUT : word.replaceAll('"', "'")))
  return `"${shorten(words.join(' '))}"`
}

/** The sentence of a mail about an account. It comes last, so that a mail never begins with the text of a stranger. */
export const describeAccount = ({ name, username }: AccountNames): string =>
  `This mail is about the account with the name ${quoteName(name)} and the username ${quoteName(username)}.`
