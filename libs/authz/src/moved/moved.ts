/** The type of a name of an entry that has moved. Errors of the compiler show the message, because it names the member. */
export type Moved<Message extends string> = Readonly<Record<Message, never>>

/** Ends the program that imports an entry that is a package now. */
export function refuse<Message extends string>(message: Message): Moved<Message> {
  throw new Error(message)
}
