/** A mistake in an address, as a sentence without a subject and without the address, which contains a password. */
export class InvalidAddress extends Error {
  override readonly name = 'InvalidAddress'
}
