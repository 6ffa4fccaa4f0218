// Real gateways submit this form by script too, to another site.
document.getElementById('back').submit()
