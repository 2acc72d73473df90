// The code is used up; it need not stay in the address bar and the history.
history.replaceState(null, '', location.pathname);
// Browsers allow it in windows that a program opened.
if (document.body.className === 'good') setTimeout(() => window.close(), 1500);
