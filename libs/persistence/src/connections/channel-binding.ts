import type { EventEmitter } from 'node:events'

interface BindingClient {
  readonly connection: EventEmitter & { readonly stream: { destroy(reason: Error): unknown } }
}

type ClientClass = new (...given: never[]) => object

const UNBOUND = ['authenticationCleartextPassword', 'authenticationMD5Password', 'authenticationOk']
const BOUND = 'SCRAM-SHA-256-PLUS'

/** Ends a connection whose server asks for the password without a proof of its certificate. */
const watchSignIn = ({ connection }: BindingClient): void => {
  let isBound = false
  const refuse = (): void => {
    if (isBound) return
    connection.stream.destroy(new Error('channel_binding=require: the server offers no channel binding.'))
  }
  connection.prependListener('authenticationSASL', ({ mechanisms }: { mechanisms: readonly string[] }) => {
    isBound = mechanisms.includes(BOUND)
    refuse()
  })
  for (const event of UNBOUND) connection.prependListener(event, refuse)
}

/** C15.5: the class, whose clients give up before they send a password that a server in between could use. */
export const requireChannelBinding = <Class extends ClientClass>(Client: Class): Class =>
  new Proxy(Client, {
    construct: (target, given: never[]) => {
      const client = new target(...given)
      // A client of `pg` has a connection, which its types leave out.
      watchSignIn(client as BindingClient)
      return client
    },
  })
