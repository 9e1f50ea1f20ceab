/** A list with the message if the declaration is wrong; otherwise an empty list. */
export const problem = (isWrong: boolean, message: string): readonly string[] => (isWrong ? [message] : [])
