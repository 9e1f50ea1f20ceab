/** The form for a credential, above the editor, because a header is hard to type on a phone. */
export const CREDENTIAL_FORM = `<details id="credential">
<summary>Sign in: <span id="credential-state" role="status">nobody is signed in</span></summary>
<form>
<label>With <select id="credential-kind">
<option value="password">username and password</option>
<option value="token">access token</option>
<option value="key">API key</option>
</select></label>
<fieldset data-kind="password">
<label>Username or email <input name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
</fieldset>
<fieldset data-kind="token" disabled>
<label>Access token <input name="token" type="password" autocomplete="off" required></label>
</fieldset>
<fieldset data-kind="key" disabled>
<label>API key <input name="key" type="password" autocomplete="off" required></label>
</fieldset>
<button>Use</button>
<button type="button" id="credential-forget">Forget</button>
</form>
<p>Each request carries the credential, and this page forgets it when you close or reload it. An account with a second factor needs an access token or an API key.</p>
</details>`

/**
 * Keeps the credential only in a variable of the page. A credential in the editor for headers replaces it, because the
 * service refuses two credentials in one request (C7.1).
 */
export const CREDENTIAL_SCRIPT = `
let credential = {}
const element = (id) => document.getElementById(id)
const form = document.querySelector('#credential form')
const base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
const HEADERS = {
  password: ({ username, password }) => ({ authorization: 'Basic ' + base64(username + ':' + password) }),
  token: ({ token }) => ({ authorization: 'Bearer ' + token.trim() }),
  key: ({ key }) => ({ 'x-api-key': key.trim() }),
}
const keep = (headers, state) => {
  credential = headers
  element('credential-state').textContent = state
}
const showFields = () => {
  for (const fields of form.querySelectorAll('fieldset')) fields.disabled = fields.dataset.kind !== element('credential-kind').value
}
element('credential-kind').addEventListener('change', showFields)
showFields()
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const kind = element('credential-kind')
  keep(HEADERS[kind.value](Object.fromEntries(new FormData(form))), 'requests carry your ' + kind.selectedOptions[0].text)
  form.reset()
  showFields()
  element('credential').open = false
})
element('credential-forget').addEventListener('click', () => {
  form.reset()
  showFields()
  keep({}, 'nobody is signed in')
})
const withCredential = (headers = {}) =>
  Object.keys(headers ?? {}).some((name) => /^(authorization|x-api-key)$/i.test(name)) ? headers : { ...credential, ...headers }
`
