// As gateways do: the form goes by itself, to another site.
document.getElementById('back').submit()
