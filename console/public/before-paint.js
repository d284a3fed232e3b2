// Runs before the first paint, so that the first frame has the right colour scheme and language.
;(function () {
  try {
    const scheme = localStorage.getItem('console.scheme')
    const dark =
      scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
    document.documentElement.lang = localStorage.getItem('console.language') === 'en' ? 'en' : 'pt-BR'
  } catch {
    // The browser blocks storage: keep the defaults of index.html.
  }
})()
