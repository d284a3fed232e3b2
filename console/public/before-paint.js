// Runs before the first paint: the colour scheme and the language are right from the first frame.
;(function () {
  try {
    const scheme = localStorage.getItem('console.scheme')
    const dark =
      scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
    document.documentElement.lang = localStorage.getItem('console.language') === 'en' ? 'en' : 'pt-BR'
  } catch {
    // Storage is blocked: the defaults of the document stand.
  }
})()
