/** The message as a list, if something is wrong with a declaration. */
export const problem = (isWrong: boolean, message: string): readonly string[] => (isWrong ? [message] : [])
