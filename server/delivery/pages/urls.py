"""URLs of the subscription pages: names as in requirements 02, with the token last (SHELL-61)."""

from django.urls import path

from server.delivery.pages import sharing, views

PAGE_VIEWS = {
    views.MANAGE: views.manage_preferences,
    views.REPLACE: views.replace,
    views.REPLACED: views.show_replaced,
    views.SUBSCRIBED: views.show_subscribed,
    views.UNSUBSCRIBE: views.unsubscribe,
    views.UNSUBSCRIBED: views.show_unsubscribed,
    views.COMPLAIN: views.report_spam,
    views.REPORTED: views.show_reported,
    views.CONFIRM: views.confirm,
    views.SUBSCRIBE: views.subscribe,
    sharing.FORWARD: sharing.forward,
    sharing.REPLY: sharing.reply,
    sharing.CALENDAR: sharing.show_calendar,
}
urlpatterns = [path(f"{name}/<str:key>", view, name=name) for name, view in PAGE_VIEWS.items()]
