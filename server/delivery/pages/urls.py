"""URLs of the subscription pages: names as in requirements 02, with the token last (SHELL-61)."""

from django.urls import path

from server.delivery.pages import sharing, views

PAGES = {
    views.MANAGE: views.manage,
    views.REPLACE: views.replace,
    views.REPLACED: views.replaced,
    views.SUBSCRIBED: views.subscribed,
    views.LEAVE: views.leave,
    views.LEFT: views.left,
    views.COMPLAIN: views.complain,
    views.REPORTED: views.reported,
    views.CONFIRM: views.confirm,
    views.SUBSCRIBE: views.subscribe,
    sharing.FORWARD: sharing.forward,
    sharing.REPLY: sharing.reply,
    sharing.CALENDAR: sharing.calendar,
}
urlpatterns = [path(f"{name}/<str:key>", view, name=name) for name, view in PAGES.items()]
